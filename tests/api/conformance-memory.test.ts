import { describeConformance } from './conformance'
import { targets } from './conformance/support/targets'

describeConformance(targets.memory)

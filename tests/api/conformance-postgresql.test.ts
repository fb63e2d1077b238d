import { describeConformance } from './conformance'
import { targets } from './conformance/targets'

describeConformance(targets.postgresql)

import { targets } from '../support/conformance/targets'
import { describeConformance } from './conformance'

describeConformance(targets.memory)

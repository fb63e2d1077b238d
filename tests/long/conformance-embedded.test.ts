import { describeConformance } from '../api/conformance'
import { targets } from '../support/conformance/targets'

describeConformance(targets.embedded)

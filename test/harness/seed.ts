/** Properties try the same cases each day, so that a test that fails tells of the change. By night they try others. */
import fc from 'fast-check';
import { IS_NIGHT } from './runs.ts';

if (!IS_NIGHT) fc.configureGlobal({ seed: 1 });

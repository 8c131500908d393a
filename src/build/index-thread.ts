import { indexAtOnce } from './index-in-thread.ts';
import { returnResult } from './run-thread.ts';

/** The thread of `indexInThread`. */
returnResult(indexAtOnce);

/** What lists do with an item that cannot be read: the operator finds its key in the log, and has an alarm for such lines. */
import { countedLines } from '../../lib/process/counted-lines.ts';
import { log } from '../../lib/process/log.ts';
import type { OnUnreadable } from '../../lib/storage/readable.ts';

export const onUnreadable: OnUnreadable = (error) => log.error(countedLines.leftOut, {}, error);

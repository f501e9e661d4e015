/** Keeps what a meeting looked like when the session did not know what to make of it. */
import { type LastKept, lastKeptName } from '../../domain/captured/diagnostics.ts';
import type { AdviceKey } from '../../domain/meeting/advice.ts';
import { PageState } from '../../domain/meeting/page-state.ts';
import { withoutQueries } from '../../domain/without-queries.ts';
import { within } from '../../process/deadline.ts';
import { ElementMissingError } from '../meeting/errors.ts';
import type { SessionLog } from '../meeting/log.ts';
import type { Meeting } from '../meeting/meeting.ts';
import type { SegmentStore } from '../recording/segment-store.ts';
import type { SessionClock } from './ports.ts';

export interface DiagnosticsPorts {
  readonly store: Pick<SegmentStore, 'put'>;
  readonly clock: Pick<SessionClock, 'now_ms'>;
  readonly log: SessionLog;
}

export interface Diagnostics {
  /**
   * Stores why the bot could not go on, and what there is to see of it: a picture and the trimmed HTML of a page, unless the
   * meeting is lost. `advice`: what can be done about it, where the page does not say so. Never fails, and is not waited for
   * for long: a bot has other things to do.
   */
  keep(
    meeting: Pick<Meeting, 'evidence' | 'isLost'>,
    reason: string,
    error?: unknown,
    advice?: AdviceKey,
  ): Promise<void>;
}

const keptWithinMs = 15_000;

/** What a page says of an error may be of any length, and a browser names whole addresses. */
const longestError = 2_000;
const wordsOf = (error: Error): string => withoutQueries(String(error)).slice(0, longestError);

/** What the reader of diagnostics is told in words. */
const accountOf = (reason: string, error: unknown, advice: AdviceKey | undefined) => ({
  reason,
  ...(advice && { advice }),
  ...(error instanceof Error && { error: wordsOf(error) }),
  ...(error instanceof Error && error.cause instanceof Error && { cause: wordsOf(error.cause) }),
  ...(error instanceof ElementMissingError && { step: error.step, element: error.element }),
});

/**
 * A folder for each, named by the attempt, so that those of a worker that was lost stay. Of the same reason the first and the
 * last are kept. A page's folder is an entry of a corpus, but for what was expected (test/corpus/README.md).
 */
export const createDiagnostics = ({ store, clock, log }: DiagnosticsPorts, attempt: number): Diagnostics => {
  const kept = new Set<string>();
  const folderOf = (reason: string): string => {
    const name = `diagnostics/${String(attempt).padStart(3, '0')}-${reason}`;
    if (kept.has(reason)) return `${name}-again`;
    kept.add(reason);
    return name;
  };
  const putJson = (name: string, value: unknown): Promise<void> =>
    store.put(name, Buffer.from(JSON.stringify(value)), 'application/json');
  const keep: Diagnostics['keep'] = async (meeting, reason, error, advice) => {
    const folder = folderOf(reason);
    const account = accountOf(reason, error, advice);
    const at = new Date(clock.now_ms()).toISOString();
    await putJson(`${folder}/state.json`, account);
    await putJson(lastKeptName, { at, folder, ...account, page: null, files: ['state.json'] } satisfies LastKept);
    if (meeting.isLost) return;
    const { facts = {}, files } = await meeting.evidence();
    await putJson(`${folder}/state.json`, { ...facts, ...account });
    const { not_loaded } = facts;
    for (const { name, content_type, bytes } of files) await store.put(`${folder}/${name}`, bytes, content_type);
    const page = PageState.safeParse(facts.page);
    const names = ['state.json', ...files.map(({ name }) => name)];
    await putJson(lastKeptName, {
      at,
      folder,
      ...(typeof not_loaded === 'string' && { error: not_loaded }),
      ...account,
      page: page.data ?? null,
      files: names,
    } satisfies LastKept);
  };
  return {
    keep: (meeting, reason, error, advice) =>
      within(keptWithinMs, 'keeping diagnostics', keep(meeting, reason, error, advice)).catch((fault: unknown) =>
        log('no diagnostics could be kept', { reason, error: fault }),
      ),
  };
};

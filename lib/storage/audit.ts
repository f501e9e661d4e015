import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { type AuditEntry, auditDays } from '../domain/access/audit.ts';
import { roles } from '../domain/access/roles.ts';
import type { Table, Update } from '../ports/table.ts';
import { BoundedSet } from '../process/bounded.ts';
import { attempt } from './attempt.ts';
import { expiring, type Fields, itemKind } from './item-kind.ts';
import { auditKey } from './keys.ts';
import { type OnUnreadable, recordsOf } from './readable.ts';

/** An entry with what it is found by. */
export interface KeptEntry extends AuditEntry {
  /** Sorts by the time. */
  readonly id: string;
}

const entryPrefix = 'entry#';
const hourMs = 3_600_000;

const entryItems = itemKind<KeptEntry>('audit_entry', () =>
  z.object({
    id: z.string(),
    at: z.string(),
    name: z.string(),
    role: z.enum(roles),
    ...{ email: z.string().exactOptional(), subject: z.string().exactOptional() },
    session: z.string(),
    act: z.string(),
    about: z.string().nullable(),
  } satisfies Fields<KeptEntry>),
);
/** Says that somebody has looked at something in an hour: at the recording of a bot, say, which is not its transcript. */
const lookItems = itemKind('audit_look', () => z.object({ at: z.string() }));

/** At most so many marks are remembered. */
const mostRemembered = 1000;

/**
 * What people did in a project, all in one partition of its own. Entries are written by updates, so that functions which
 * only read may be allowed to write them and nothing else.
 */
export const auditRepository = (table: Pick<Table, 'query' | 'write'>) => {
  const remembered = new BoundedSet<string>(mostRemembered);

  /** What notes an entry down, to be written together with what was done. */
  const writeOf = (projectId: string, entry: AuditEntry): Update => {
    const id = `${entry.at}#${randomBytes(5).toString('hex')}`;
    const set = { ...entryItems.tag, id, ...entry, ...expiring(new Date(entry.at), auditDays * 24 * hourMs) };
    return { update: auditKey(projectId, entryPrefix + id), set };
  };

  return {
    writeOf,

    async add(projectId: string, entry: AuditEntry): Promise<void> {
      await table.write(writeOf(projectId, entry));
    },

    /** Notes down that somebody has looked at something, once an hour for each way to look. */
    async look(projectId: string, entry: AuditEntry): Promise<void> {
      const hour = entry.at.slice(0, 13);
      const sk = `look#${hour}#${entry.session}#${entry.about}#${entry.act}`;
      const mark = `${projectId} ${sk}`;
      if (remembered.has(mark)) return;
      const set = { ...lookItems.tag, at: entry.at, ...expiring(new Date(entry.at), 2 * hourMs) };
      const first = { update: auditKey(projectId, sk), set, when: { exists: false } } as const;
      await attempt(table.write(first, writeOf(projectId, entry)));
      remembered.add(mark);
    },

    /**
     * Some of a project's entries before one of them, newest first, and the last one that was looked at, if there may be more before
     * it. Those that cannot be read by `readable`'s rule.
     */
    async list(
      projectId: string,
      limit: number,
      before?: string,
      onUnreadable?: OnUnreadable,
    ): Promise<{ readonly entries: readonly KeptEntry[]; readonly end: string | undefined }> {
      const { pk } = auditKey(projectId, '');
      const after = before === undefined ? {} : { after: entryPrefix + before };
      const query = { partition: pk, prefix: entryPrefix, order: 'descending', limit: limit + 1, ...after } as const;
      const items = await table.query(query);
      const lookedAt = items.slice(0, limit);
      const end = items.length > limit ? lookedAt.at(-1)?.sk.slice(entryPrefix.length) : undefined;
      return { entries: recordsOf(lookedAt, entryItems.recordOf, onUnreadable), end };
    },
  };
};

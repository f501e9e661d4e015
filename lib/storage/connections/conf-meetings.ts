/** By whose connection a meeting is known: whose tokens let a bot record it. Forgotten when it was not seen for long. */
import * as z from 'zod';
import type { Table } from '../../ports/table.ts';
import { attempt } from '../attempt.ts';
import { expiring, type Fields, itemKind } from '../item-kind.ts';
import { type ConnectionRef, confMeetingKey } from '../keys.ts';
import { type List, listedIn, positionsIn } from '../listings.ts';

interface ConfMeeting extends ConnectionRef {
  /** Its number. */
  readonly meeting: string;
}

const meetingItems = itemKind<ConfMeeting>('conf_meeting', () =>
  z.object({
    project_id: z.string(),
    connection_id: z.string(),
    meeting: z.string(),
  } satisfies Fields<ConfMeeting>),
);

const keptMs = 60 * 86_400_000;
const mostAtOnce = 25;

/** The meetings that are known by a connection. */
const meetingList = ({ connection_id }: Pick<ConnectionRef, 'connection_id'>): List => ({
  index: 'gsi1',
  partition: `${connection_id}#meetings`,
});

export const confMeetingRepository = (table: Pick<Table, 'get' | 'query' | 'write'>) => ({
  /** Notes whose meetings they are. Safe to repeat. */
  async note({ project_id, connection_id }: ConnectionRef, meetings: readonly string[], at: Date): Promise<void> {
    for (let i = 0; i < meetings.length; i += mostAtOnce) {
      await Promise.all(
        meetings.slice(i, i + mostAtOnce).map((meeting) => {
          const place = listedIn({ ...meetingList({ connection_id }), position: meeting });
          const known = { project_id, connection_id, meeting };
          const beside = { ...place, ...expiring(at, keptMs) };
          return table.write({ put: meetingItems.itemOf(confMeetingKey(project_id, meeting), known, beside) });
        }),
      );
    }
  },

  /** The id of the connection by which a meeting is known. */
  async hostOf(projectId: string, meeting: string): Promise<string | undefined> {
    const item = await table.get(confMeetingKey(projectId, meeting));
    return item && meetingItems.recordOf(item).connection_id;
  },

  /** Forgets all meetings of a connection but those that are known by another one by now. Safe to repeat. */
  async forgetAll({ project_id, connection_id }: ConnectionRef): Promise<void> {
    for (let after: string | undefined; ; ) {
      const range = { limit: mostAtOnce, ...(after !== undefined && { after }) };
      const numbers = await positionsIn(table, meetingList({ connection_id }), range);
      await Promise.all(
        numbers.map((meeting) =>
          attempt(table.write({ delete: confMeetingKey(project_id, meeting), when: { equals: { connection_id } } })),
        ),
      );
      after = numbers.at(-1);
      if (numbers.length < mostAtOnce) return;
    }
  },
});
export type ConfMeetingRepository = ReturnType<typeof confMeetingRepository>;

/** What a worker asks of the table, against what the role of capture tasks lets it (lib/ports/worker-partitions.ts). */
import { describe, expect, it } from 'vitest';
import type { Key, Query, Table, Write } from '../../../lib/ports/table.ts';
import {
  indicesOfWorkers,
  partitionsOfWorkers,
  partitionsReadByWorkers,
} from '../../../lib/ports/worker-partitions.ts';
import { listedBots } from '../../../lib/storage/bots/bot-lists.ts';
import { captureTaskRepository } from '../../../lib/storage/bots/capture-tasks.ts';
import { capturedRepository } from '../../../lib/storage/bots/captured.ts';
import { commandRepository } from '../../../lib/storage/bots/commands.ts';
import { executionRepository } from '../../../lib/storage/bots/executions.ts';
import { participantRepository } from '../../../lib/storage/bots/participants.ts';
import { speechRepository } from '../../../lib/storage/bots/speech.ts';
import { apiKeyKey, auditKey, projectKey, sessionKey, webhooksPartition } from '../../../lib/storage/keys.ts';
import { accountRepository } from '../../../lib/storage/secrets/accounts.ts';
import { warmTaskRepository } from '../../../lib/storage/warm-tasks.ts';
import { createWorkerLine } from '../../../lib/usecases/worker/worker-line.ts';
import { anUtterance, aParticipantEvent } from '../../lab/builders/records.ts';
import { aBotInMeeting } from '../../lab/worlds/bot-in-meeting.ts';

/** As IAM compares: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
const isLike = (pattern: string, value: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's').test(value);
const isIn = (patterns: readonly string[], partition: string): boolean => patterns.some((it) => isLike(it, partition));

/** A table that refuses what the role of a capture task does not allow. */
const asATask = (table: Table): Table => {
  const check = (isAllowed: boolean, what: string): void => {
    if (!isAllowed) throw new Error(`a task may not ask for ${what}`);
  };
  const own = ({ pk }: Key): void => check(isIn(partitionsOfWorkers, pk), pk);
  const keyIn = (write: Write): Key => {
    if ('put' in write) return write.put;
    if ('update' in write) return write.update;
    return 'delete' in write ? write.delete : write.check;
  };
  return {
    get: async (key) => {
      own(key);
      return table.get(key);
    },
    getMany: async (keys) => {
      keys.forEach(own);
      return table.getMany(keys);
    },
    query: async (query: Query) => {
      const { index, partition } = query;
      const isAllowed = index
        ? indicesOfWorkers.includes(index)
        : isIn([...partitionsOfWorkers, ...partitionsReadByWorkers], partition);
      check(isAllowed, `${index ?? 'the table'}: ${partition}`);
      return table.query(query);
    },
    write: async (...writes) => {
      for (const write of writes) own(keyIn(write));
      await table.write(...writes);
    },
    update: async (update) => {
      own(update.update);
      return table.update(update);
    },
  };
};

describe('a capture task', () => {
  it('does all of its work in the partitions that its role may touch', async () => {
    const { ref, ports, table: all, bot } = await aBotInMeeting({ deduplication_key: 'standup' });
    const table = asATask(all);
    const line = createWorkerLine(
      {
        ...ports,
        bots: listedBots(table),
        captured: capturedRepository(table),
        captureTasks: captureTaskRepository(table),
        commands: commandRepository(table),
        executions: executionRepository(table),
        participants: participantRepository(table),
      },
      ref,
      1,
    );
    await line.beat();
    await line.captured('1', {
      utterances: [anUtterance()],
      participant_events: [aParticipantEvent()],
      chat_messages: [],
      identities: [],
    });
    await line.present('participant');
    expect(await line.otherBots()).toEqual([]);
    await line.commands(0);
    await line.saveRecording(null);
    await speechRepository(table).waiting(ref);
    await accountRepository(table).list(bot.project_id, 'google_meet');
    const place = { load: '720p', id: 'one' } as const;
    const warm = warmTaskRepository(table);
    expect([await warm.note(place, {}), await warm.withdraw(place), await warm.orderOf(place)]).toEqual([
      false,
      false,
      undefined,
    ]);
    await line.trigger('failed', 'internal_error');
    expect((await ports.bots.get(ref))?.state).toBe('fatal_error');
  });

  it.each([
    apiKeyKey('hash').pk,
    sessionKey('hash').pk,
    webhooksPartition('prj_00000000000000000000000000'),
    auditKey('prj_00000000000000000000000000', '').pk,
  ])('may touch nothing of %s', (partition) => {
    expect(isIn([...partitionsOfWorkers, ...partitionsReadByWorkers], partition)).toBe(false);
  });

  it('may change nothing of a project itself', () => {
    const { pk } = projectKey('prj_00000000000000000000000000');
    expect([isIn(partitionsOfWorkers, pk), isIn(partitionsReadByWorkers, pk)]).toEqual([false, true]);
  });
});

/** Hands queued messages to a function as SQS does. */
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import type { LocalDatabase } from '../../adapters/local/database.ts';
import { type Pump, startPump } from '../../adapters/local/pump.ts';
import type { ReceivableQueue, ReceivedMessage } from '../../adapters/local/queue.ts';
import { failuresIn } from './batch-answer.ts';

/** Messages in hand at a time, each in an event of its own, so that a slow receiver holds up no other message. */
const mostMessages = 32;
/** Of these for one group, so that a slow receiver of many messages leaves room for others. */
const mostOfGroup = 4;
/** The last places are kept for groups that have none, whoever the slow ones are for. */
const keptPlaces = 4;
const longestCloseMs = 2000;

const recordOf = (queue: string, message: ReceivedMessage): SQSRecord => ({
  messageId: message.id,
  receiptHandle: message.receipt,
  body: JSON.stringify(message.body),
  attributes: {
    ApproximateReceiveCount: String(message.receive_count),
    SentTimestamp: String(message.sent_at.getTime()),
    SenderId: 'local',
    ApproximateFirstReceiveTimestamp: String(message.first_received_at.getTime()),
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:local:000000000000:${queue}`,
  awsRegion: 'local',
});

export interface DeliverMessagesOptions {
  readonly database: LocalDatabase;
  readonly queue: ReceivableQueue;
  invoke(event: SQSEvent): Promise<unknown>;
  onFault(error: unknown): void;
}

/** Starts handing over messages as they fall due. Closing does not wait long: what was in hand comes again. */
export const deliverMessages = ({ database, queue, invoke, onFault }: DeliverMessagesOptions): Pump => {
  const underWay = new Set<Promise<void>>();
  const inHand = new Map<string, number>();
  const count = (group: string, change: 1 | -1): void => {
    const now = (inHand.get(group) ?? 0) + change;
    if (now === 0) inHand.delete(group);
    else inHand.set(group, now);
  };
  /** How many may be taken now; of the last ones one, for then its group has one in hand. */
  const places = (): number => {
    const left = mostMessages - underWay.size;
    return left > keptPlaces ? left - keptPlaces : Math.min(left, 1);
  };
  /** Those of which none is taken now. */
  const fullGroups = (): string[] => {
    const areKept = mostMessages - underWay.size <= keptPlaces;
    return [...inHand]
      .filter(([group, number]) => areKept || (group !== '' && number >= mostOfGroup))
      .map(([group]) => group);
  };
  const returned: { readonly message: ReceivedMessage; readonly isDone: boolean }[] = [];
  queue.recover();

  const handOver = async (message: ReceivedMessage): Promise<boolean> => {
    try {
      return failuresIn(await invoke({ Records: [recordOf(queue.name, message)] })).length === 0;
    } catch (error) {
      onFault(error);
      return false;
    }
  };

  const settle = ({ message, isDone }: (typeof returned)[number]): void => {
    if (isDone) queue.acknowledge(message);
    else if (queue.refuse(message) === 'set aside') {
      onFault(new Error(`message ${message.id} failed ${message.receive_count} times and is set aside`));
    }
  };

  /** Settles what came back and takes what is due, in one write. Were it lost, the messages would come once more. */
  const turn = (): ReceivedMessage[] =>
    database.transaction(
      () => {
        for (const one of returned) settle(one);
        // A few at a time, for the groups of what is taken count only for what is taken next.
        return queue.receive(Math.min(mostOfGroup, places()), fullGroups());
      },
      { repeatable: true },
    );

  const pump = startPump({
    database,
    work: () => {
      if (returned.length === 0 && !queue.isDue(fullGroups())) return false;
      const settled = returned.length;
      const messages = turn();
      returned.splice(0, settled);
      for (const message of messages) {
        count(message.group, 1);
        const handing = handOver(message).then((isDone) => {
          underWay.delete(handing);
          count(message.group, -1);
          returned.push({ message, isDone });
          pump.wake();
        });
        underWay.add(handing);
      }
      return messages.length > 0;
    },
    nextDue: () => (underWay.size < mostMessages ? queue.nextDue(fullGroups()) : undefined),
    onFault,
  });
  return {
    wake: pump.wake,
    close: async () => {
      await pump.close();
      const late = new Promise<void>((resolve) => setTimeout(resolve, longestCloseMs).unref());
      await Promise.race([Promise.all(underWay), late]);
      if (database.isOpen && returned.length > 0) database.transaction(() => returned.forEach(settle));
    },
  };
};

/** What monitors and proxies ask of the service of one machine. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalDatabase } from '../../adapters/local/database.ts';
import { answerHeaders } from '../../net/serving/answer-headers.ts';

export const healthPath = '/healthz';

/** Answers 200 as long as the database can be read, else 503. Nobody needs a key, and nothing else is told. */
export const createHealth =
  (database: Pick<LocalDatabase, 'get'>, onFault: (error: unknown) => void) =>
  async (_: IncomingMessage, res: ServerResponse): Promise<void> => {
    let status = 'ok';
    try {
      database.get('SELECT count(*) FROM sqlite_schema');
    } catch (error) {
      onFault(error);
      status = 'the database cannot be read';
    }
    res.writeHead(status === 'ok' ? 200 : 503, { 'content-type': 'application/json', ...answerHeaders });
    res.end(JSON.stringify({ status }));
  };

/** Whether what is shown may be old, because the service does not answer. */
import type { Query } from '@tanstack/react-query';
import { RefusedError } from '../api/client.ts';

const tooManyRequests = 429;

/** The service says nothing of what it was asked: it is not there, is broken, or has too much to do. */
const isNoAnswer = (error: Error | null): boolean =>
  error !== null && (!(error instanceof RefusedError) || error.status >= 500 || error.status === tooManyRequests);

/** What was shown before, and cannot be asked for now. What somebody asks for besides says so itself, in its place. */
export const mayBeOld = ({ data, error, fetchStatus, fetchMeta }: Query['state']): boolean =>
  data !== undefined && (fetchStatus === 'paused' || (isNoAnswer(error) && !fetchMeta?.fetchMore));

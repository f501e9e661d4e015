/** What is asked of who may come in, who was invited, and who is in. */
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { ask } from '../api/client.ts';

export const peopleQuery = queryOptions({ queryKey: ['people'], queryFn: () => ask('listPeople') });
export const invitationsQuery = queryOptions({ queryKey: ['invitations'], queryFn: () => ask('listInvitations') });
export const sessionsQuery = queryOptions({ queryKey: ['sessions'], queryFn: () => ask('listSessions') });

const keys = [peopleQuery, sessionsQuery, invitationsQuery].map(({ queryKey }) => queryKey);

/** All three again: whoever is removed, or given another role, is signed out, and what they invited others by ends. */
export const useAllAgain = () => {
  const client = useQueryClient();
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
};

import type { RecordingStatus, ServerMessage } from '../protocol.ts';

/** Whether the meeting may be recorded, and who has asked for it. */
export const createRecordingPermission = (recording: 'allowed' | 'ask') => {
  let status: RecordingStatus = recording === 'ask' ? 'not_asked' : 'allowed';
  let requestedBy: string | undefined;

  const message = (): ServerMessage => ({
    type: 'recording',
    recording: status,
    ...(requestedBy === undefined ? {} : { requested_by: requestedBy }),
  });

  return {
    get status() {
      return status;
    },
    /** What people are told of it. */
    message,
    /** Answers what everybody is to be told. */
    set: (now: RecordingStatus, by?: string): ServerMessage => {
      status = now;
      requestedBy = by;
      return message();
    },
  };
};

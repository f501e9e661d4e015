import type { RecordingStatus, ServerMessage } from '../protocol.ts';

/** Whether the meeting may be recorded, who has asked for it, and who records it. */
export const createRecordingPermission = (recording: 'allowed' | 'ask') => {
  let status: RecordingStatus = recording === 'ask' ? 'not_asked' : 'allowed';
  let requestedBy: string | undefined;
  let recordedBy: readonly string[] = [];

  const message = (): ServerMessage => ({
    type: 'recording',
    recording: status,
    ...(requestedBy === undefined ? {} : { requested_by: requestedBy }),
    ...(recordedBy.length > 0 && { recorded_by: recordedBy }),
  });

  return {
    get status() {
      return status;
    },
    isRecorded: () => recordedBy.length > 0,
    /** Answers what everybody is to be told of who records now. */
    setRecorders: (names: readonly string[]): ServerMessage => {
      recordedBy = names;
      return message();
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

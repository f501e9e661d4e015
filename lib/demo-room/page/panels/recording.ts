import type { ClientMessage, RecordingStatus } from '../../protocol.ts';
import { byId } from '../dom.ts';

const texts: Record<RecordingStatus, string> = {
  allowed: 'Recording allowed',
  not_asked: 'Recording needs permission',
  requested: 'Permission to record requested',
  denied: 'Recording not allowed',
};

/** Whether this meeting may be recorded, and who records it, for everybody to see, and the buttons that change it. */
export const createRecording = (send: (message: ClientMessage) => void) => {
  const status = byId('recording-status');
  byId('request-recording').addEventListener('click', () => send({ type: 'request_recording' }));
  byId('allow-recording').addEventListener('click', () => send({ type: 'allow_recording' }));
  byId('revoke-recording').addEventListener('click', () => send({ type: 'refuse_recording' }));

  return {
    /** `by`: the bots that record at this moment. */
    show: (recording: RecordingStatus, by: readonly string[] = []) => {
      document.body.dataset.recording = recording;
      document.body.dataset.recorded = String(by.length > 0);
      status.textContent =
        by.length > 0 ? `${by.join(', ')} ${by.length > 1 ? 'record' : 'records'}` : texts[recording];
    },
    isRecorded: () => document.body.dataset.recorded === 'true',
  };
};

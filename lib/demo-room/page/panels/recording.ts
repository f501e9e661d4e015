import type { ClientMessage, RecordingStatus } from '../../protocol.ts';
import { byId } from '../dom.ts';

const texts: Record<RecordingStatus, string> = {
  allowed: 'Recording allowed',
  not_asked: 'Recording needs permission',
  requested: 'Permission to record requested',
  denied: 'Recording not allowed',
};

/** Whether this meeting may be recorded, for everybody to see, and the buttons that change it. */
export const createRecording = (send: (message: ClientMessage) => void) => {
  const status = byId('recording-status');
  byId('request-recording').addEventListener('click', () => send({ type: 'request_recording' }));
  byId('allow-recording').addEventListener('click', () => send({ type: 'allow_recording' }));
  byId('revoke-recording').addEventListener('click', () => send({ type: 'refuse_recording' }));

  return {
    show: (recording: RecordingStatus) => {
      document.body.dataset.recording = recording;
      status.textContent = texts[recording];
    },
  };
};

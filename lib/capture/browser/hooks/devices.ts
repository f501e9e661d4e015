/** No camera and no microphone: a bot that only listens shows its name. Runs in the page, before the page's scripts. */

/** Makes the page find what a machine without devices has, whatever the machine has that the bot runs on. */
export const withholdDevices = (): void => {
  const { mediaDevices } = navigator;
  if (!mediaDevices) return;
  mediaDevices.getUserMedia = async () => {
    throw new DOMException('Requested device not found', 'NotFoundError');
  };
  mediaDevices.enumerateDevices = async () => [];
};

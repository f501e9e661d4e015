import { byId } from '../dom.ts';
import type { Device, Devices } from './devices.ts';

const names: Record<Device, string> = { microphone: 'Microphone', camera: 'Camera' };

const status = (devices: Devices): string => {
  if (!navigator.mediaDevices) return 'Camera and microphone need https or localhost. You can still join and listen.';
  if (devices.has('camera') && devices.has('microphone')) return '';
  if (devices.has('camera')) return 'No microphone found. You can join and listen.';
  if (devices.has('microphone')) return 'No camera found. You can join with sound only.';
  return 'No camera or microphone. You can join and listen.';
};

/** The buttons for microphone and camera, before and in the meeting, and the picture of oneself. */
export const createDeviceButtons = (devices: Devices) => {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-device]')];
  const preview = byId<HTMLVideoElement>('preview');
  for (const button of buttons) {
    button.addEventListener('click', () => void devices.toggle(button.dataset.device as Device));
  }

  const show = (button: HTMLButtonElement): void => {
    const device = button.dataset.device as Device;
    const isOn = devices.isOn(device);
    button.ariaPressed = String(isOn);
    button.disabled = !navigator.mediaDevices;
    button.title = devices.has(device)
      ? `${names[device]} ${isOn ? 'on' : 'off'}`
      : `No ${device} found: press to look again`;
  };

  return {
    show: () => {
      buttons.forEach(show);
      byId('device-status').textContent = status(devices);
      preview.hidden = !devices.isOn('camera');
      if (preview.hidden) return;
      if (preview.srcObject !== devices.stream) preview.srcObject = devices.stream;
      void preview.play().catch(() => undefined);
    },
  };
};

/** Capture tasks as processes of this machine. */
import type { CaptureLauncher } from '../../ports/capture-launcher.ts';
import { type CaptureHost, createCaptureHost } from './capture/host.ts';
import { type LocalDatabase, openDatabase } from './database.ts';
import { captureRoom, dataFolder } from './environment.ts';

const hosts = new WeakMap<LocalDatabase, CaptureHost>();

/** What starts and watches this process's capture tasks: one for each data folder, whoever asks. */
export const captureHostOf = (database: LocalDatabase): CaptureHost => {
  const host = hosts.get(database) ?? createCaptureHost(database, { ...captureRoom(), keeps_spare: true });
  hosts.set(database, host);
  return host;
};

/** The launcher of this process's data folder. */
export const openCaptureLauncher = (): CaptureLauncher => captureHostOf(openDatabase(dataFolder()));

/** Tells a capture task of this machine that it is to be relieved. */
import { endWarning } from '../capture-order.ts';
import { openDatabase } from '../database.ts';
import { dataFolder } from '../environment.ts';
import { captureTasks } from './tasks.ts';

/** Answers false when its process is gone. */
export const warnLocalTask = (taskId: string): boolean => {
  const task = captureTasks(openDatabase(dataFolder())).running(taskId);
  // To the worker alone: its browser knows no such signal, and would end.
  if (task) process.kill(task.pid, endWarning.signal);
  return task !== undefined;
};

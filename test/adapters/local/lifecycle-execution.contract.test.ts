import { describeLifecycleExecution, type Entry } from '../../contracts/lifecycle-execution.ts';
import { aDataFolder } from '../../lab/hosts/data-folder.ts';
import { startLocalExecutions } from '../../lab/worlds/lifecycle/local-executions.ts';

describeLifecycleExecution('in SQLite', async () => {
  const folder = await aDataFolder();
  const entries: Entry[] = [];
  const executions = startLocalExecutions(folder.path, async (_, payload) => {
    entries.push(payload as Entry);
  });
  return {
    lifecycle: executions.lifecycle,
    entries: async (name) => entries.filter(({ execution_name }) => execution_name === name),
    isRunning: async (name) => executions.row(name)?.status === 'running',
    close: async () => {
      await executions.close();
      await folder[Symbol.asyncDispose]();
    },
  };
});

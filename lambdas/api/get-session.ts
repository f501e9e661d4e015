import { openTable } from '#adapters/table.ts';
import { dashboardRoutes } from '../../lib/api/routes/dashboard.ts';
import { NotFoundError } from '../../lib/domain/errors.ts';
import { environment, meetingHosts } from '../../lib/process/environment.ts';
import { projectRepository } from '../../lib/storage/projects.ts';
import { http } from '../middleware/http.ts';

const table = openTable();
const projects = projectRepository(table);
const { hosts } = environment(meetingHosts);

export const handler = http(dashboardRoutes.getSession, table, async ({ caller }) => {
  const { project_id, name, role, until } = caller;
  const project = await projects.get(project_id);
  if (!project) throw new NotFoundError('project');
  return { name, role, until, project: { id: project_id, name: project.name }, meeting_hosts: hosts };
});

import { NotFoundError } from '../../domain/errors.ts';
import type { Project, ProjectRepository } from '../../storage/projects.ts';

/** @throws NotFoundError when there is no such project */
export const createGetProject =
  ({ projects }: { readonly projects: Pick<ProjectRepository, 'get'> }) =>
  async (id: string): Promise<Project> => {
    const project = await projects.get(id);
    if (!project) throw new NotFoundError(`project: ${id}`);
    return project;
  };

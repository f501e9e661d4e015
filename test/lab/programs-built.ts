/** Before tests that start browsers: what runs in pages is built, as it is when the service starts. */
import { preparePrograms } from '../../lib/capture/build/programs.ts';

export default async (): Promise<void> => {
  process.env.CAPTURE_PROGRAMS = await preparePrograms();
};

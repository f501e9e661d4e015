import { describeMediaStore } from '../../contracts/media-store.ts';
import { memoryMediaStore } from './memory-media-store.ts';

describeMediaStore('in memory', async () => ({ store: memoryMediaStore(), close: async () => undefined }));

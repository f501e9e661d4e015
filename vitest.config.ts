import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['local', 'node', 'import', 'default'] } },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: [],
    testTimeout: 20_000,
  },
});

import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['local', 'node', 'import', 'default'] } },
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: [],
    testTimeout: 20_000,
    // Tests ask for more in a second than a client should.
    env: { REQUESTS_PER_SECOND: '1000000' },
  },
});

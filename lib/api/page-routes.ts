/** The pages of the dashboard, and its files: read without a key, for there is nothing in them. One function answers all. */
export const dashboardPages = {
  first: '/dashboard',
  part: '/dashboard/{part}',
  thing: '/dashboard/{part}/{thing}',
  file: '/dashboard/files/{file}',
} as const;

/** The function's file below `lambdas/`, without its ending. */
export const dashboardHandler = 'dashboard/pages';

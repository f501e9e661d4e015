/** What is read without a key: the OpenAPI document and the reference page. One function answers all of it. */
export const publicRoutes = {
  openApi: '/api/v1/openapi.json',
  docs: '/docs',
  docsFile: '/docs/{file}',
} as const;

/** The function's file below `lambdas/`, without its ending. */
export const publicHandler = 'api/reference';

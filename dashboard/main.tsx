/** Where the dashboard begins, in a browser. */
import './look/theme/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { keepFocus } from './look/keep-focus.ts';
import { cssVariables, theme } from './look/theme/theme.ts';
import { router } from './router.tsx';

const nonce = document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.content ?? '';
const place = document.getElementById('dashboard');
if (!place) throw new Error('the page has no place for the dashboard');

// By this name what keeps a page from scrolling under a drawer finds it (npmjs.com/package/get-nonce).
Object.assign(globalThis, { __webpack_nonce__: nonce });

keepFocus();
createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

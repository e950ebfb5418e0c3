import { useEffect, type ReactNode } from 'react';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { guardFocus } from '../lib/focus-guard';
import { TranslationProvider } from '../lib/translation';
import { cssVariables, theme } from './theme';
import { Tips } from './tips';
import { Toasts } from '../lib/toasts';

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  useEffect(guardFocus, []);
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={client}>
        <TranslationProvider>
          <Toasts />
          <Tips />
          {children}
        </TranslationProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}

import { ScrollArea, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AppDetailsResponse } from '@parley/contracts/api/apps';
import { Loadable } from '@parley/ui/loadable';
import { SettingsSection } from '@parley/ui/settings-page';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { useTranslation } from '../../lib/translation';
import { callsQuery } from './apps-api';

/** The app's latest calls to its hosts, with their results. */
export function AppCalls({ app }: { app: AppDetailsResponse }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <SettingsSection title={t('apps.calls')}>
      <Loadable query={useQuery(callsQuery(app.id))} failed={t('apps.callsFailed')}>
        {(calls) =>
          calls.length === 0 ? (
            <p>{t('apps.noCalls')}</p>
          ) : (
            <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, 'aria-label': t('apps.calls') }}>
              <Table aria-label={t('apps.calls')} fz={13}>
                <Table.Tbody>
                  {calls.map(({ at, method, host, path, status, error, durationMs }, index) => (
                    <Table.Tr key={`${at}/${index}`}>
                      <Table.Td>{formats.full(at)}</Table.Td>
                      <Table.Td>
                        {method} {host}
                        {path}
                      </Table.Td>
                      <Table.Td>{status ?? errorText(error ?? 'generic')}</Table.Td>
                      <Table.Td>{formats.number(durationMs)} ms</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </ScrollArea.Autosize>
          )
        }
      </Loadable>
    </SettingsSection>
  );
}

import { ScrollArea } from '@mantine/core';
import { IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { roles, type Role } from '@parley/contracts/events/user.events';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import classes from './abilities.module.css';
import { abilitiesQuery, matrixOf, type MatrixRow } from './matrix';

/** Page that shows the abilities of each role, as the server defines them. */
export function Component() {
  const { t } = useTranslation();
  return (
    <SettingsPage title={t('abilities.title')} intro={t('abilities.intro')} wide>
      <Loadable
        query={useQuery(abilitiesQuery)}
        skeleton={{ rows: 8, height: 44 }}
        failed={t('abilities.failed')}
      >
        {(data) => <Matrix rows={matrixOf(data)} />}
      </Loadable>
    </SettingsPage>
  );
}

function Matrix({ rows }: { rows: MatrixRow[] }) {
  const { t } = useTranslation();
  const nameOf = ({ subject }: MatrixRow) => t(`abilities.subject.${subject}`, { defaultValue: subject });
  const sorted = [...rows].sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
  return (
    <ScrollArea
      type="auto"
      offsetScrollbars
      viewportProps={{ tabIndex: 0, 'aria-label': t('abilities.title') }}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('abilities.subjectHeading')}</th>
            {roles.map((role) => (
              <th key={role} scope="col">
                {t(`settings.role.${role}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <tr key={row.subject}>
              <th scope="row">{nameOf(row)}</th>
              {roles.map((role) => (
                <td key={role} data-role={t(`settings.role.${role}`)}>
                  <Cell row={row} role={role} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

function Cell({ row: { actions, allowed }, role }: { row: MatrixRow; role: Role }) {
  const { t } = useTranslation();
  const mine = allowed[role];
  if (mine.length === 0) {
    return (
      <span className={classes.nothing}>
        <IconMinus size={16} role="img" aria-label={t('abilities.nothing')} />
      </span>
    );
  }
  if (mine.length === actions.length && actions.length > 1) return t('abilities.everything');
  return mine.map((action) => t(`abilities.action.${action}`)).join(', ');
}

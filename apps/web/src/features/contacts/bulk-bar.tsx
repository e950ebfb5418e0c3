import { Suspense, useState } from 'react';
import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ContactBulkAction } from '@parley/contracts/api/contacts';
import { labelsQuery } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { contactActions, type ContactAction, type SelectedContacts } from '../../lib/feature';
import { can, may, useMe } from '../../lib/me';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { changeContacts, useContactsCommand } from './contacts-api';
import classes from './contacts.module.css';
import { EraseDialog } from './erase-dialog';

interface BulkBarProps {
  selected: SelectedContacts;
  /** Number of all contacts in the list, selected or not. */
  total: number;
  onSelectAll: () => void;
  onDone: () => void;
}

/** Actions on all selected contacts; each starts a job, which continues when the user leaves the page. */
export function BulkBar({ selected, total, onSelectAll, onDone }: BulkBarProps) {
  const { t, language } = useTranslation();
  const { number } = useFormats();
  const { ability } = useMe();
  const [dialog, setDialog] = useState<ContactAction['Dialog'] | 'erase' | null>(null);
  const begin = useContactsCommand((action: ContactBulkAction) =>
    changeContacts(selected, action).then(() => ({})),
  );
  const run = (action: ContactBulkAction) =>
    begin.mutate(action, {
      onSuccess: () => {
        toastMessage(t('contacts.begun', { count: selected.count }));
        onDone();
      },
      onError: (error) => toastFailure(error),
    });
  const formatted = (count: number) => ({ count, formatted: number(count) });
  const Dialog = dialog === 'erase' ? null : dialog;
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('contacts.bulk')}>
      <strong>{t('contacts.selected', formatted(selected.count))}</strong>
      {selected.ids && total > selected.count && (
        <Button variant="subtle" size="compact-sm" onClick={onSelectAll}>
          {t('contacts.selectAll', formatted(total))}
        </Button>
      )}
      <span className={classes.space} />
      {can(ability, 'create', 'contactJobs') && (
        <>
          <LabelMenu onRun={run} />
          <ActionMenu label={t('contacts.block')} on="block" off="unblock" onRun={run} />
          <ActionMenu label={t('contacts.optIn')} on="optIn" off="optOut" onRun={run} />
        </>
      )}
      {contactActions()
        .filter(({ requires }) => may(ability, requires))
        .map(({ name, Dialog: Asked }) => (
          <Button key={name.en} variant="default" size="compact-md" onClick={() => setDialog(() => Asked)}>
            {name[language]}
          </Button>
        ))}
      {can(ability, 'create', 'contactErasures') && (
        <Button variant="default" size="compact-md" color="red" onClick={() => setDialog('erase')}>
          {t('contacts.erase')}
        </Button>
      )}
      <Button variant="subtle" size="compact-md" color="gray" onClick={onDone}>
        {t('contacts.clearSelection')}
      </Button>
      {dialog === 'erase' && (
        <EraseDialog
          selected={selected}
          name={String(selected.count)}
          onClose={() => setDialog(null)}
          onBegun={onDone}
        />
      )}
      {Dialog && (
        <Suspense>
          <Dialog selected={selected} onClose={() => setDialog(null)} />
        </Suspense>
      )}
    </div>
  );
}

function LabelMenu({ onRun }: { onRun: (action: ContactBulkAction) => void }) {
  const { t } = useTranslation();
  const labels = useQuery(labelsQuery).data ?? [];
  if (labels.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-md">
          {t('contacts.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {(['label', 'unlabel'] as const).map((type) => (
          <Menu.Sub key={type}>
            <Menu.Sub.Target>
              <Menu.Sub.Item>{t(`contacts.action.${type}`)}</Menu.Sub.Item>
            </Menu.Sub.Target>
            <Menu.Sub.Dropdown>
              {labels.map(({ id, name }) => (
                <Menu.Item key={id} onClick={() => onRun({ type, labelId: id })}>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Sub.Dropdown>
          </Menu.Sub>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ActionMenuProps {
  label: string;
  on: 'block' | 'optIn';
  off: 'unblock' | 'optOut';
  onRun: (action: ContactBulkAction) => void;
}

function ActionMenu({ label, on, off, onRun }: ActionMenuProps) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" size="compact-md">
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {[on, off].map((type) => (
          <Menu.Item key={type} onClick={() => onRun({ type })}>
            {t(`contacts.action.${type}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

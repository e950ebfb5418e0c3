import { Modal, Switch } from '@mantine/core';
import { usePreference } from '../../../lib/preferences';
import { useTranslation } from '../../../lib/translation';
import type { Command } from '../../../conversation/keyboard/commands';
import { Stroke } from '../../../conversation/keyboard/stroke';
import { inboxHere } from '../address';
import { emailKeys } from '../email/keys';
import { bindings } from './bindings';
import classes from './help-dialog.module.css';

const groups: { name: 'moving' | 'conversation' | 'lists'; commands: Command[] }[] = [
  {
    name: 'moving',
    commands: ['next', 'previous', 'open', 'back', 'search', 'toggleLists', 'togglePanel', 'palette', 'help'],
  },
  {
    name: 'conversation',
    commands: [
      'newConversation',
      'reply',
      'note',
      'assign',
      'assignToMe',
      'unassign',
      'tag',
      'label',
      'archive',
      'unarchive',
      'markRead',
      'snooze',
      'wake',
      'select',
      'prioritise',
      'unprioritise',
      'block',
      'unblock',
      'delete',
      'replySender',
      'forward',
      'pictures',
      'quote',
      'source',
      'openAll',
    ],
  },
  {
    name: 'lists',
    commands: [
      'goNew',
      'goOpen',
      'goPersonal',
      'goTeam',
      'goUnassigned',
      'goSnoozed',
      'goArchived',
      'goFailed',
      'goTeamChat',
      'goMentions',
    ],
  },
];

/** Every key of the inbox, and the switch that turns them off. */
export default function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [isOn, setOn] = usePreference('shortcuts');
  const keys: Partial<Record<Command, readonly string[]>> = inboxHere()
    ? { ...bindings, ...emailKeys }
    : bindings;
  return (
    <Modal
      opened
      onClose={onClose}
      size={680}
      title={t('help.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Switch
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
        label={t('help.switch')}
        description={t('help.switchHint')}
        mb="md"
      />
      <div className={classes.groups}>
        {groups.map(({ name, commands }) => (
          <section key={name}>
            <h3 className={classes.heading}>{t(`help.group.${name}`)}</h3>
            <dl className={classes.keys}>
              {commands
                .filter((command) => keys[command]?.[0])
                .map((command) => (
                  <div key={command} className={classes.binding}>
                    <dt>{t(`help.command.${command}`)}</dt>
                    <dd>
                      <Stroke stroke={keys[command]?.[0] ?? ''} />
                    </dd>
                  </div>
                ))}
              {name === 'conversation' && (
                <>
                  <div className={classes.binding}>
                    <dt>{t('composer.send')}</dt>
                    <dd>
                      <Stroke stroke="⌘ Enter" />
                    </dd>
                  </div>
                  <div className={classes.binding}>
                    <dt>{t('composer.sendAndArchive')}</dt>
                    <dd>
                      <Stroke stroke="⌘ ⇧ Enter" />
                    </dd>
                  </div>
                </>
              )}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

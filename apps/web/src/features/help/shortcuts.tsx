import { useTranslation } from '../../lib/translation';
import type { Command } from '../../conversation/keyboard/commands';
import { Stroke } from '../../conversation/keyboard/stroke';
import { bindings } from '../messaging-inbox/keyboard/bindings';
import classes from './shortcuts.module.css';

const groups: { name: 'moving' | 'conversation' | 'lists'; commands: Command[] }[] = [
  {
    name: 'moving',
    commands: [
      'next',
      'previous',
      'open',
      'back',
      'search',
      'toggleLists',
      'togglePanel',
      'palette',
      'help',
      'shortcuts',
    ],
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

/** Every key of the inbox. */
export function Shortcuts() {
  const { t } = useTranslation();
  return (
    <div className={classes.groups}>
      {groups.map(({ name, commands }) => (
        <section key={name}>
          <h3 className={classes.heading}>{t(`help.group.${name}`)}</h3>
          <dl className={classes.keys}>
            {commands.map((command) => (
              <div key={command} className={classes.binding}>
                <dt>{t(`help.command.${command}`)}</dt>
                <dd>
                  <Stroke stroke={(bindings[command] as readonly string[])[0] ?? ''} />
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
  );
}

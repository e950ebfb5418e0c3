import { useTranslation } from '../../lib/translation';
import type { Bindings, Command } from '../../conversation/keyboard/commands';
import { Stroke } from '../../conversation/keyboard/stroke';
import { emailKeys } from '../../conversation/keyboard/email-keys';
import { bindings } from '../../conversation/keyboard/inbox-bindings';
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
      'whyAssigned',
      'assistant',
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

export function Shortcuts() {
  const { t } = useTranslation();
  // In the e-mail inbox, some keys have other commands.
  const isEmail = location.pathname.startsWith('/email-inbox');
  const keys: Bindings = isEmail ? { ...bindings, ...emailKeys } : bindings;
  return (
    <div className={classes.groups}>
      {groups.map(({ name, commands }) => (
        <section key={name}>
          <h3 className={classes.heading}>{t(`help.group.${name}`)}</h3>
          <dl className={classes.keys}>
            {commands.map(
              (command) =>
                keys[command]?.[0] && (
                  <div key={command} className={classes.binding}>
                    <dt>{t(`help.command.${command}`)}</dt>
                    <dd>
                      <Stroke stroke={keys[command][0]} />
                    </dd>
                  </div>
                ),
            )}
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

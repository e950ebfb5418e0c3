import { Button, Menu } from '@mantine/core';
import { IconBolt } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Editor } from '@tiptap/react';
import { fillVariables, type VariableValues } from '@parley/contracts/rules/variables';
import { quickRepliesQuery } from '../../../lib/directory';
import { useTranslation } from '../../../lib/translation';
import { escaped } from './written-html';

interface QuickReplyMenuProps {
  editor: Editor | null;
  /** Values of the variables in a quick reply; if missing, variables stay in the text. */
  variables?: VariableValues;
}

/** Menu that inserts a quick reply at the cursor; renders nothing if the organisation has none. */
export function QuickReplyMenu({ editor, variables }: QuickReplyMenuProps) {
  const { t } = useTranslation();
  const quickReplies = useQuery(quickRepliesQuery).data ?? [];
  if (quickReplies.length === 0) return null;
  const insert = (message: string) => {
    const words = variables ? fillVariables(message, variables) : message;
    editor?.chain().focus().insertContent(escaped(words).replaceAll('\n', '<br>')).run();
  };
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconBolt size={16} />}
          aria-label={t('email.quickReply')}
        >
          {t('email.quickReply')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {quickReplies.map(({ id, title, message }) => (
          <Menu.Item key={id} onClick={() => insert(message)}>
            {title || message}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Drawer } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { graphOf } from '@parley/contracts/api/insight-graphs';
import { useTranslation } from '../../lib/translation';
import { FactList } from './fact-list';
import type { Asked } from './filters';
import { questionOf, type Opened } from './insights-api';

interface FactsDrawerProps {
  opened: Opened;
  /** Name of the part that the user opened: the day of a bar, or the name of a slice. */
  name: string;
  asked: Asked;
  onClose: () => void;
}

/** Drawer that lists the facts a number counts, each with the reason why it counts. */
export default function FactsDrawer({ opened, name, asked, onClose }: FactsDrawerProps) {
  const { t, language } = useTranslation();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const graph = graphOf(opened.graphId)!;
  const title = graph.title[language];
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow ? '100%' : 480}
      title={name === title ? title : `${title} · ${name}`}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <FactList question={questionOf(graph, asked, opened)} />
    </Drawer>
  );
}

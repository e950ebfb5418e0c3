import { Palette } from '../../../conversation/keyboard/palette';
import { useSearchPalette } from './use-search-palette';

type Props = Omit<Parameters<typeof Palette>[0], 'useSearch'>;

export default function InboxPalette(props: Props) {
  return <Palette {...props} useSearch={useSearchPalette} />;
}

import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SelectedContacts } from '../../lib/feature';

/** Opens the export form for the contacts that are selected in the contact list. */
export default function ExportSelected({ selected }: { selected: SelectedContacts }) {
  const navigate = useNavigate();
  useEffect(() => void navigate('/exports/contacts', { state: selected }), [navigate, selected]);
  return null;
}

import { SettingsFrame } from './settings-frame.tsx';
import { SheetsCard } from './sheets-card.tsx';

/** Who receives the month's hours, and what its files contain. */
export function Component() {
  return (
    <SettingsFrame page="settingsPayroll">
      <SheetsCard />
    </SettingsFrame>
  );
}

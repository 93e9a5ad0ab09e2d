/* A menu on the popover API (top layer, Escape, focus). Radix's menu would add 28 KB to every page. */
import { clsx } from 'clsx';
import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type ToggleEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { itemByKey } from './arrow-keys.ts';

type TriggerProps = Pick<
  ComponentProps<'button'>,
  'id' | 'ref' | 'popoverTarget' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onKeyDown'
>;

type DropdownMenuProps = {
  /** The button; spread the given props onto it. */
  trigger: (props: TriggerProps) => ReactNode;
  /** `MenuItem`s, groups, labels and separators of `menu-items.tsx`. */
  children: ReactNode;
};

/** Closes the menu that an item is in; for `menu-items.tsx`. */
export const MenuContext = createContext<() => void>(() => undefined);

const GAP_PX = 4;
const MARGIN_PX = 8;

export function DropdownMenu({ trigger, children }: DropdownMenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  // The menu is fixed in the window, so scrolling would separate it from its button.
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      if (event.target !== menu.current) menu.current?.hidePopover();
    };
    // Scrolling that ended before the menu opened is reported before the next frame.
    const frame = requestAnimationFrame(() => {
      addEventListener('scroll', close, { capture: true, passive: true });
      addEventListener('resize', close);
    });
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', close, { capture: true });
      removeEventListener('resize', close);
    };
  }, [open]);

  const items = () =>
    [...(menu.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])].filter(
      (item) => item.checkVisibility(),
    );

  const close = () => {
    menu.current?.hidePopover();
    button.current?.focus();
  };

  const onBeforeToggle = (event: ToggleEvent<HTMLElement>) => {
    if (event.newState === 'open' && button.current) placeBeside(button.current, event.currentTarget);
  };

  const onToggle = (event: ToggleEvent<HTMLElement>) => {
    const isOpen = event.newState === 'open';
    setOpen(isOpen);
    if (!isOpen) return;
    // With a pointer no item is highlighted until hover.
    const first = button.current?.matches(':focus-visible') ? items()[0] : undefined;
    (first ?? event.currentTarget).focus();
  };

  const onMenuKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      close();
      return;
    }
    const next = itemByKey(event, items(), 'vertical') ?? itemByFirstLetter(event, items());
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  const onTriggerKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    menu.current?.showPopover();
  };

  return (
    <>
      {trigger({
        id: `${id}-button`,
        ref: button,
        popoverTarget: id,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onKeyDown: onTriggerKeyDown,
      })}
      <div
        ref={menu}
        id={id}
        popover="auto"
        role="menu"
        // Where it does not fit the window it is scrolled, also by keyboard.
        tabIndex={0}
        aria-labelledby={`${id}-button`}
        onBeforeToggle={onBeforeToggle}
        onToggle={onToggle}
        onKeyDown={onMenuKeyDown}
        className={clsx(
          'fixed inset-auto m-0 min-w-52 overflow-y-auto rounded-lg border border-hairline bg-surface p-1 text-base text-ink',
          'text-left font-normal shadow-float open:animate-fade-in focus-visible:outline-none print:hidden',
        )}
      >
        <MenuContext value={close}>{children}</MenuContext>
      </div>
    </>
  );
}

/** Opens below the button or, if there is more room, above it; aligned to the side with more room. */
export function placeBeside(button: HTMLElement, menu: HTMLElement) {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const roomBelow = clientHeight - bottom;
  const isBelow = roomBelow > clientHeight / 2 || roomBelow > top;
  const isTowardsRight = clientWidth - left > right;
  const px = (value: number) => `${Math.round(value)}px`;
  menu.style.top = isBelow ? px(bottom + GAP_PX) : 'auto';
  menu.style.bottom = isBelow ? 'auto' : px(clientHeight - top + GAP_PX);
  menu.style.left = isTowardsRight ? px(Math.max(MARGIN_PX, left)) : 'auto';
  menu.style.right = isTowardsRight ? 'auto' : px(Math.max(MARGIN_PX, clientWidth - right));
  menu.style.maxWidth = px((isTowardsRight ? clientWidth - left : right) - MARGIN_PX);
  menu.style.maxHeight = px((isBelow ? roomBelow : top) - GAP_PX - MARGIN_PX);
}

function itemByFirstLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: HTMLElement[]) {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const index = items.findIndex((item) => item.matches(':focus'));
  return [...items.slice(index + 1), ...items.slice(0, index + 1)].find((item) =>
    item.textContent?.trim().toLocaleLowerCase().startsWith(key.toLocaleLowerCase()),
  );
}

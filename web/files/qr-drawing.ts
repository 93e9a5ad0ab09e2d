import { create } from 'qrcode';

/** The quiet zone around the symbol, in modules, as ISO/IEC 18004 requires. */
const QUIET_ZONE = 4;

/** Returns a QR code's `viewBox` (modules, with quiet zone) and path. Error correction M, as the API's. */
export function drawQrCode(text: string): { viewBox: string; path: string } {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    const line = data.subarray(row * size, (row + 1) * size).join('');
    for (const { 0: run, index } of line.matchAll(/1+/g)) {
      path += `M${index} ${row}h${run.length}v1h-${run.length}z`;
    }
  }
  const side = size + 2 * QUIET_ZONE;
  return { viewBox: `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`, path };
}

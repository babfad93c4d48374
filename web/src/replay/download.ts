/** Downloads a file that was made in the page. */

export function download(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes the file a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

declare module 'nlweb-js-client/dist/nlweb-js-client.esm.js' {
  export interface Chat {
    generate_mode: string;
    sendMessage(query: string): void;
    messagesArea: HTMLElement;
  }
  export function findChatInterface(site: string, displayMode: string, generateMode: string, endpoint: string): Chat;
}

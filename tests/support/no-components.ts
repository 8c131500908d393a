/** What components of a client import instead of the packages they are made with: no test renders them. */
export {};

import { testLaws } from "./laws-tests";

testLaws("documents");

import { testLaws } from "./laws-tests";

testLaws("tables");

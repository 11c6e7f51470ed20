import { testLaws } from "./laws-tests";

testLaws("json");

// Which urls lead to public hosts.

import { describe, expect, it, vi } from "vitest";
import { type JudgeOptions, judgeUrl } from "../../src/guards/judge-url.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";

const PUBLIC = "93.184.216.34";
const lookup = (): readonly string[] => [PUBLIC];
const resolvesTo = (...addresses: readonly string[]): JudgeOptions => ({ lookup: () => addresses });

const reasonOf = async (url: unknown, options: JudgeOptions = { lookup }): Promise<string> => {
  const verdict = await judgeUrl(url as string, options);
  return verdict.ok ? "ok" : verdict.reason;
};

describe("an address that is not public", () => {
  it.each([
    // IPv4, at the edges of its networks.
    "http://0.255.255.255/",
    "http://10.255.255.255/",
    "http://100.64.0.0/",
    "http://100.100.100.200/latest/meta-data/",
    "http://127.0.0.53/",
    "http://168.63.129.16/machine?comp=goalstate",
    "http://169.254.170.2/v2/credentials",
    "http://172.16.0.0/",
    "http://172.31.255.255/",
    "http://192.0.0.170/",
    "http://192.0.2.255/",
    "http://192.31.196.1/",
    "http://192.52.193.1/",
    "http://192.88.99.1/",
    "http://192.175.48.1/",
    "http://198.18.0.0/",
    "http://203.0.113.1/",
    "http://224.0.0.1/",
    "http://233.252.0.1/",
    "http://255.255.255.254/",
    // IPv4, in other notations.
    "http://017700000001/",
    "http://0X7F.0.0.0x1/",
    "http://0xA9FEA9FE/",
    "http://0xa9.0xfe.43518/",
    "http://127.0x000001/",
    "http://0/",
    "http://0.0/",
    "http://00.0.0.0/",
    "http://192.11010305/",
    "http://10。0。0。1/",
    "http://１６９.２５４.１６９.２５４/",
    "http://𝟏𝟐𝟕.𝟎.𝟎.𝟏/",
    "http://1²7.0.0.1/",
    "http://127.0.0.1｡/",
    "http://127.0.0.1.:80/",
    "http://０ｘ７ｆ.0.0.1/",
    // IPv6, its own networks.
    "http://[::0001]/",
    "http://[0::]/",
    "http://[fc00::1]/",
    "http://[fdff:ffff::1]/",
    "http://[fe80::]/",
    "http://[fec0::1]/",
    "http://[ff02::1]/",
    "http://[ff0e::1]/",
    "http://[2001:db8::1]/",
    "http://[3fff:fff::1]/",
    "http://[2001:2::1]/",
    "http://[2001:3::1]/",
    "http://[2001:4:112::1]/",
    "http://[2001:20::1]/",
    "http://[2001:30::1]/",
    "http://[2001:1ff:ffff::1]/",
    "http://[2620:4f:8000::1]/",
    "http://[100:0:0:1::1]/",
    "http://[1fff::1]/",
    "http://[3ffe::1]/",
    "http://[e000::1]/",
    // IPv6 that carries an IPv4 address.
    "http://[::127.0.0.1]/",
    "http://[::7f00:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::FFFF:7F00:0001]/",
    "http://[0:0:0:0:0:FFFF:169.254.169.254]/",
    "http://[::ffff:8.8.8.8]/",
    "http://[64:ff9b::192.168.0.1]/",
    "http://[64:ff9b::8.8.8.8]/",
    "http://[64:ff9b:1:ffff::10.0.0.1]/",
    "http://[64:ff9b:2::10.0.0.1]/",
    "http://[2002:c0a8:1::]/",
    "http://[2002:808:808::1]/",
    "http://[2606:4700::5efe:10.0.0.1]/",
    "http://[2606:4700::200:5efe:7f00:1]/",
    "http://[2606:4700::300:5efe:a9fe:a9fe]/",
    "http://[2001:0:53aa:64c:0:5bc2:f5ff:fffe]/",
  ])("is refused: %s", async (url) => {
    expect(await reasonOf(url)).toBe("address");
  });

  it.each([
    ["127.0.0.1"],
    ["169.254.169.254"],
    ["::1"],
    ["::ffff:169.254.169.254"],
    ["::ffff:a00:1"],
    ["64:ff9b::a00:1"],
    ["64:ff9b:1::808:808"],
    ["2002:7f00:1::"],
    ["2001::1"],
    ["2606:4700::5efe:192.168.1.1"],
    ["fe80::1%eth0"],
    ["2606:4700::1%eth0"],
    [PUBLIC, "10.0.0.1"],
    ["2606:4700::1", PUBLIC, "::"],
    [PUBLIC, "0.0.0.0"],
    ["0x7f.1"],
    ["127.1"],
    ["0177.0.0.1"],
    ["2130706433"],
    ["localhost"],
    [""],
    [PUBLIC, "example.com"],
    ["[::1]"],
    ["8.8.8.8 "],
  ])("is refused when a name resolves to it: %s %s %s", async (...addresses) => {
    expect(await reasonOf("https://rebind.example.com/", resolvesTo(...addresses))).toBe("address");
  });
});

describe("a local name", () => {
  it.each([
    "http://localhost/",
    "http://LOCALHOST:3000/",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "http://a.b.localhost/",
    "http://ip6-localhost/",
    "http://nas.lan/",
    "http://NAS.LAN./",
    "http://x.home/",
    "http://x.mail/",
    "http://x.intranet/",
    "http://x.private/",
    "http://x.test/",
    "http://x.example/",
    "http://x.invalid/",
    "http://x.onion/",
    "http://x.alt/",
    "http://vault.service.consul/",
    "http://api.default.svc.cluster.local/",
    "http://1.0.0.127.in-addr.arpa/",
    "http://_dns.resolver.arpa/",
    "http://com/",
    "http://xn--4gbrim/",
  ])("is refused without a lookup: %s", async (url) => {
    const asked = vi.fn(lookup);
    expect(await reasonOf(url, { lookup: asked })).toBe("local-name");
    expect(asked).not.toHaveBeenCalled();
  });
});

describe("a url that programs read differently", () => {
  it.each([
    "",
    " https://example.com/",
    "https://example.com/ ",
    "https://example.com/a b",
    "https://example.com/a\tb",
    "https://example.com/a\u0000b",
    "https://example.com/a\u0085b",
    "https://example.com/\u00a0",
    "https://example.com/\u3000",
    "https://example.com/\u2029",
    "https://example.com/\ud800",
    "https:/example.com/",
    "https:example.com/",
    "https:///example.com/",
    "https:////example.com/",
    "https:\\\\example.com\\",
    "https://example.com\\.internal/",
    "https://example.com/\\127.0.0.1/",
    "https://example.com?\\@127.0.0.1/",
    "https://example.com#\\@127.0.0.1/",
    "https://ex%61mple.com/",
    "https://example.com%2f.127.0.0.1/",
    "https://exam\u00adple.com/",
    "https://exam\u200bple.com/",
    "https://exam\u2060ple.com/",
    "https://exam\ufe0fple.com/",
    "https://\u202eexample.com/",
    "https://exam\u200dple.com/",
    "https://example.com:99999/",
    "https://example.com:0/",
    "https://example.com:+80/",
    "https://example.com:80:80/",
    "https://example.com:８o/",
    "https://example.com../",
    "https://a..b.com/",
    "https://-a.example.com/",
    "https://a-.example.com/",
    "https://a!b.example.com/",
    "https://a$b.example.com/",
    "https://a{b}.example.com/",
    "https://exa'mple.com/",
    "https://xn--localhost-.com/",
    "https://xn--127-0-0-1-.com/",
    "https://xn--a.com/",
    `https://${"a".repeat(64)}.com/`,
    `https://${"a.".repeat(127)}com/`,
    "https://1.2.3.4.5/",
    "https://256.1.1.1/",
    "https://1.2.3.09/",
    "https://example.1/",
    "https://[::1/",
    "https://::1/",
    "https://[::1]x/",
    "https://[]/",
    "https://[fe80::1%25eth0]/",
    "https://[fe80::1%eth0]/",
    "https://[v1.fe80::1]/",
    "https://[::ffff:127.1]/",
    "https://[1::2::3]/",
  ])("is refused: %j", async (url) => {
    expect(await reasonOf(url)).toBe("malformed");
  });

  it.each([undefined, null, 7, {}, ["https://example.com/"]])(
    "is refused when it is no text: %j",
    async (url) => {
      expect(await reasonOf(url)).toBe("malformed");
    },
  );

  it.each([
    "https://a@example.com/",
    "https://:@example.com/",
    "https://a:b@example.com/",
    "https://@@example.com/",
  ])("is refused for its credentials: %s", async (url) => {
    expect(await reasonOf(url)).toBe("credentials");
  });

  it.each([
    "ftp://example.com/",
    "ws://example.com/",
    "gopher://example.com:70/_x",
    "httpss://example.com/",
    "blob://example.com/",
  ])("is refused for its scheme: %s", async (url) => {
    expect(await reasonOf(url)).toBe("scheme");
  });

  it.each([21, 22, 25, 110, 143, 465, 587, 6667, 10080])(
    "is refused with the port %i of another service, which no browser opens",
    async (port) => {
      expect(await reasonOf(`http://example.com:${port}/`, { lookup })).toBe("port");
      expect(await reasonOf(`https://93.184.216.34:${port}/`, { lookup })).toBe("port");
    },
  );

  it("is refused when it is longer than 8192 characters", async () => {
    const start = "https://example.com/";
    expect(await reasonOf(start + "a".repeat(8_192 - start.length))).toBe("ok");
    expect(await reasonOf(start + "a".repeat(8_193 - start.length))).toBe("too-long");
  });
});

describe("a public url", () => {
  it.each([
    ["HTTPS://EXAMPLE.COM", "https://example.com/"],
    ["https://example.com./", "https://example.com./"],
    ["https://example.com:/", "https://example.com/"],
    ["https://a_b.example.com/", "https://a_b.example.com/"],
    ["https://MÜNCHEN.de/straße", "https://xn--mnchen-3ya.de/stra%C3%9Fe"],
    ["https://example。com/", "https://example.com/"],
    ["https://localhost.com/", "https://localhost.com/"],
    ["https://internal.dev/", "https://internal.dev/"],
    ["https://10.example.com/", "https://10.example.com/"],
    ["https://127.0.0.1.nip.io/", "https://127.0.0.1.nip.io/"],
    ["https://example.com/%00?q=%5C#%40", "https://example.com/%00?q=%5C#%40"],
    ["https://xn--ls8h.la/", "https://xn--ls8h.la/"],
  ])("is fine: %s", async (given, url) => {
    expect(await judgeUrl(given, { lookup })).toEqual({ ok: true, url, addresses: [PUBLIC] });
  });

  it.each([
    "11.0.0.0",
    "172.32.0.0",
    "192.0.1.0",
    "198.17.255.255",
    "198.20.0.0",
    "128.0.0.0",
    "168.63.129.17",
  ])("is fine with an address beside the special ones: %s", async (address) => {
    expect(await judgeUrl(`http://${address}/`)).toEqual({
      ok: true,
      url: `http://${address}/`,
      addresses: [address],
    });
  });

  it.each(["2001:200::1", "2a00:1450:4001::1", "2620:4f:8001::1", "3fff:1000::1", "2003::1"])(
    "is fine with an IPv6 address beside the special ones: %s",
    async (address) => {
      expect(await judgeUrl(`http://[${address}]/`)).toMatchObject({ ok: true, addresses: [address] });
    },
  );

  it("is fine on a network without IPv4, where names resolve to addresses that carry public ones", async () => {
    expect(await reasonOf("https://example.com/", resolvesTo("64:ff9b::808:808"))).toBe("ok");
  });

  it("has every address of its name", async () => {
    const answers = [
      { address: PUBLIC, family: 4 },
      { address: "2606:4700::1111", family: 6 },
    ];
    expect(await judgeUrl("https://example.com/", { lookup: async () => answers })).toMatchObject({
      addresses: [PUBLIC, "2606:4700::1111"],
    });
  });

  it("has the one address that a lookup gives which gives one only", async () => {
    const one = { address: PUBLIC, family: 4 };
    expect(await judgeUrl("https://example.com/", { lookup: async () => one })).toMatchObject({
      addresses: [PUBLIC],
    });
    expect(await reasonOf("https://example.com/", { lookup: () => "10.0.0.1" })).toBe("address");
  });

  it("is looked up once, by its name without the dot of the root", async () => {
    const asked = vi.fn(lookup);
    await judgeUrl("https://Example.com.:8443/x", { lookup: asked });
    expect(asked.mock.calls).toEqual([["example.com"]]);
  });
});

describe("a lookup", () => {
  it("without an answer refuses the url", async () => {
    expect(await reasonOf("https://example.com/", resolvesTo())).toBe("unresolved");
  });

  it("that fails refuses the url", async () => {
    const failing = (): never => {
      throw new Error("ENOTFOUND");
    };
    expect(await reasonOf("https://example.com/", { lookup: failing })).toBe("unresolved");
  });

  it("that takes too long refuses the url", async () => {
    const clock = createFakeClock();
    const judged = reasonOf("https://example.com/", { clock, lookup: () => new Promise(() => {}) });
    await clock.advance(5_000);
    expect(await judged).toBe("unresolved");
    expect(clock.pendingTimers).toBe(0);
  });

  it("ends when the signal aborts", async () => {
    const clock = createFakeClock();
    const controller = new AbortController();
    const judged = judgeUrl("https://example.com/", {
      clock,
      signal: controller.signal,
      lookup: () => new Promise(() => {}),
    });
    controller.abort(new Error("no longer wanted"));
    await expect(judged).rejects.toThrow("no longer wanted");
    expect(clock.pendingTimers).toBe(0);
  });
});

describe("lists", () => {
  it.each([
    ["http://wiki.corp/", ["wiki.corp"], ["10.0.0.5"]],
    ["http://WIKI.corp./", ["Wiki.Corp."], ["10.0.0.5"]],
    ["http://a.b.corp/", ["*.corp"], ["10.0.0.5"]],
    ["http://intranet/", ["intranet"], ["10.0.0.5"]],
    ["http://10.1.2.3/", ["10.0.0.0/8"], []],
    ["http://10.1.2.3/", ["10.1.2.3"], []],
    ["http://[fd00::1]/", ["fd00::/8"], []],
    ["http://example.com/", ["192.168.0.0/16"], ["192.168.7.7", PUBLIC]],
    ["http://example.com/", ["10.0.0.0/8"], ["::ffff:10.0.0.1"]],
    ["http://bücher.corp/", ["bücher.corp"], ["10.0.0.5"]],
  ])("allow %s by %j", async (url, allow, addresses) => {
    expect(await reasonOf(url, { ...resolvesTo(...addresses), allow })).toBe("ok");
  });

  it.each([
    ["http://evil-wiki.corp/", ["wiki.corp"], ["10.0.0.5"]],
    ["http://corp/", ["*.corp"], ["10.0.0.5"]],
    ["http://11.1.2.3.example.com/", ["10.0.0.0/8"], ["192.168.1.1"]],
    ["http://example.com/", ["10.0.0.0/8"], ["10.0.0.1", "127.0.0.1"]],
    ["http://intranet/", ["10.0.0.0/8"], ["10.0.0.1"]],
    ["http://a@wiki.corp/", ["wiki.corp"], ["10.0.0.5"]],
    ["ftp://wiki.corp/", ["wiki.corp"], ["10.0.0.5"]],
    ["http://wiki.corp/", ["wiki.corp"], ["fe80::1%eth0"]],
  ])("do not allow %s by %j", async (url, allow, addresses) => {
    expect(await reasonOf(url, { ...resolvesTo(...addresses), allow })).not.toBe("ok");
  });

  it.each([
    ["https://example.com/", ["example.com"]],
    ["https://EXAMPLE.com./", ["example.com"]],
    ["https://a.b.example.com/", ["*.example.com"]],
    ["https://example.org/", ["93.184.0.0/16"]],
    ["https://93.184.216.34/", ["93.184.216.34"]],
    ["https://0x5db8d822/", ["93.184.216.34"]],
    ["https://[2606:4700::1]/", ["2606:4700::/32"]],
  ])("deny %s by %j, also when it is allowed", async (url, deny) => {
    const allow = ["example.com", "*.example.com", "0.0.0.0/0", "::/0"];
    expect(await reasonOf(url, { lookup, allow, deny })).toBe("denied");
  });

  it("deny an address also inside of another", async () => {
    const options = { ...resolvesTo("64:ff9b::5db8:d822"), deny: [PUBLIC] };
    expect(await reasonOf("https://example.com/", options)).toBe("denied");
  });

  it.each(["http://example.com", "exa mple.com", "10.0.0.0/33", "*", "0x7f.1", "", "a..b", "*.*.com"])(
    "have no entry %j",
    async (entry) => {
      const judged = judgeUrl("https://example.com/", { lookup, allow: [entry] });
      await expect(judged).rejects.toMatchObject({ code: "invalid-option" });
    },
  );
});

describe("options", () => {
  it.each([
    "http://127.0.0.1:3000/",
    "http://[::1]/",
    "http://localhost/",
    "http://app.localhost/",
    "http://2130706433/",
  ])("let %s through with the switch for development", async (url) => {
    expect(await reasonOf(url, { ...resolvesTo("127.0.0.1", "::1"), loopback: true })).toBe("ok");
  });

  it.each([
    "http://10.0.0.1/",
    "http://0.0.0.0/",
    "http://169.254.169.254/",
    "http://[::ffff:127.0.0.1]/",
    "http://printer.local/",
  ])("do not let %s through with the switch for development", async (url) => {
    expect(await reasonOf(url, { lookup, loopback: true })).not.toBe("ok");
  });

  it("name other schemes, whose hosts are read like those of the web", async () => {
    const schemes = ["https", "redis:"];
    expect(await reasonOf("redis://example.com:6379/", { lookup, schemes })).toBe("ok");
    expect(await reasonOf("redis://0x7f.1/", { lookup, schemes })).toBe("address");
    expect(await reasonOf("redis://LOCALHOST/", { lookup, schemes })).toBe("local-name");
    expect(await reasonOf("http://example.com/", { lookup, schemes })).toBe("scheme");
  });

  it.each([
    { schemes: ["https://"] },
    { maxLength: 0 },
    { lookupTimeoutMs: Number.NaN },
    { lookupTimeoutMs: 2 ** 70 },
  ])("that cannot work are refused: %j", async (options) => {
    await expect(judgeUrl("https://example.com/", options)).rejects.toMatchObject({ code: "invalid-option" });
  });
});

it("the message of a refusal names neither path, query nor the address behind a name", async () => {
  const verdict = await judgeUrl("https://example.com/path?token=t0k3n", resolvesTo("10.11.12.13"));
  expect(verdict).toEqual({
    ok: false,
    reason: "address",
    message: "The host example.com resolves to an address that is not public: private.",
  });
});

# SPDX-License-Identifier: MIT
"""`kasuri serve` as a network meets it: tokens, clients that are slow or gone, many at once, a start on the
port of a service that has just ended."""
import http.client
import socket
import threading
import urllib.parse

from harness import *

GOOD = json.dumps({"config": SHORT})


class Service(KasuriTest):
    @classmethod
    def setUpClass(cls):
        cls.program = cls.program_with_page()

    def start(self, *args, **options):
        return super().start(*args, executable=self.program, **options)

    def serve(self, *args, port="0", env=None):
        process = self.start("serve", "service", "--port", port, *args,
                             env={**os.environ, **(env or {})})
        self.addCleanup(self.end, process)
        line = process.stdout.readline()
        self.assertRegex(line, r"^kasuri serves service at http://\S+/\?token=\S+\n$")
        self.url = urllib.parse.urlsplit(line.split()[-1])
        self.token = urllib.parse.parse_qs(self.url.query)["token"][0]
        return process

    def connect(self):
        s = socket.create_connection((self.url.hostname, self.url.port), timeout=20)
        self.addCleanup(s.close)
        return s

    def ask(self, method, path, body=None, timeout=20, **headers):
        c = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=timeout)
        try:
            c.request(method, path, body=body, headers=headers)
            answer = c.getresponse()
            return answer, answer.read().decode()
        finally:
            c.close()

    def auth(self):
        return {"Authorization": "Bearer " + self.token}

    def head(self, path="/api/runs", method="GET", more=""):
        return (f"{method} {path} HTTP/1.1\r\nHost: {self.url.netloc}\r\n"
                f"Authorization: Bearer {self.token}\r\n{more}\r\n").encode()

    def receive(self, s):
        """All that comes until the server closes."""
        data = b""
        while piece := s.recv(1 << 16):
            data += piece
        return data.decode()


class Tokens(Service):
    def test_on_the_loopback_address_too(self):
        self.serve()
        self.assertRegex(self.token, "^[0-9a-f]{32}$")
        for path in ("/", "/api/runs", "/?token=wrong", "/runs/x/log", "/nothing"):
            answer, text = self.ask("GET", path)
            self.assertEqual(answer.status, 401, path)
            self.assertIn("use the link", text)
        answer, _ = self.ask("POST", "/api/check", GOOD)
        self.assertEqual(answer.status, 401)
        # The link, the cookie that it leaves, and a header for other clients.
        answer, page = self.ask("GET", "/?token=" + self.token)
        self.assertEqual(answer.status, 200)
        self.assertIn("<html", page)
        cookie = answer.getheader("Set-Cookie").split(";")[0]
        self.assertEqual(self.ask("GET", "/api/runs", Cookie=cookie)[0].status, 200)
        self.assertEqual(self.ask("GET", "/api/runs", **self.auth())[0].status, 200)
        answer, text = self.ask("POST", "/api/check?token=" + self.token, GOOD)
        self.assertTrue(json.loads(text)["ok"], text)
        self.assertEqual(self.ask("GET", "/api/runs", Cookie=cookie, Origin="http://x")[0].status, 403)

    def test_from_the_environment(self):
        """The command line is for all users of the host to read."""
        self.serve(env={"KASURI_TOKEN": "a-secret-of-one-user"})
        self.assertEqual(self.token, "a-secret-of-one-user")

    def test_of_a_watched_run(self):
        self.write("config.toml", LONG)
        process = self.start("run", "config.toml", "--watch", "--out", "out", "--progress", "1000")
        self.addCleanup(self.end, process)
        line = process.stderr.readline()
        self.url = urllib.parse.urlsplit(line.split()[-1])
        self.assertIn("token=", self.url.query, line)
        self.assertEqual(self.ask("GET", "/live")[0].status, 401)
        self.assertEqual(self.ask("GET", "/live?" + self.url.query)[0].status, 200)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


class Clients(Service):
    def serve(self, **options):
        return super().serve("--token", "a-token-of-the-tests", **options)

    def test_half_of_a_request_blocks_nobody(self):
        self.serve()
        whole = self.head()
        parts = [b"", b"GET", whole[:-2], whole[:-1],
                 self.head("/api/check", "POST", "Content-Length: 4000000\r\n") + b"{",
                 b"POST /api/check HTTP/1.1\r\nContent-Length: 9\r\n\r\n"]
        half = [self.connect() for _ in range(60)]
        for i, s in enumerate(half):
            s.sendall(parts[i % len(parts)])
        begin = time.monotonic()
        for _ in range(5):
            self.assertEqual(self.ask("GET", "/api/runs", **self.auth())[0].status, 200)
        self.assertLess(time.monotonic() - begin, 3)
        # Nor does who takes nothing of an answer.
        for s in half[:8]:
            s.close()
        for _ in range(40):
            s = self.connect()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            s.sendall(self.head("/"))
        self.assertEqual(self.ask("GET", "/api/runs", **self.auth())[0].status, 200)

    def test_the_token_is_looked_at_before_the_body_comes(self):
        self.serve()
        s = self.connect()
        s.sendall(f"POST /api/run HTTP/1.1\r\nHost: {self.url.netloc}\r\nContent-Length: 4000000\r\n\r\n"
                  .encode())
        self.assertTrue(self.receive(s).startswith("HTTP/1.1 401 "))

    def test_more_connections_than_there_may_be(self):
        """The oldest ones that send nothing give their place."""
        self.serve()
        idle = [self.connect() for _ in range(700)]
        self.assertEqual(self.ask("GET", "/api/runs", **self.auth())[0].status, 200)
        del idle

    def test_what_a_client_may_send(self):
        self.serve()
        def answer(data, end=True):
            s = self.connect()
            s.sendall(data)
            if end:
                s.shutdown(socket.SHUT_WR)
            return self.receive(s)
        # Two requests at once, and the end of the connection behind them; byte by byte.
        self.assertEqual(answer(self.head() + self.head("/api/none")).count("HTTP/1.1 200"), 1)
        s = self.connect()
        for byte in self.head(more="Connection: close\r\n"):
            s.sendall(bytes([byte]))
        self.assertTrue(self.receive(s).startswith("HTTP/1.1 200 "))
        # A body that waits for leave.
        s = self.connect()
        body = GOOD.encode()
        s.sendall(self.head("/api/check", "POST", "Expect: 100-continue\r\nConnection: close\r\n"
                                                  f"Content-Length: {len(body)}\r\n"))
        self.assertEqual(s.recv(25), b"HTTP/1.1 100 Continue\r\n\r\n")
        s.sendall(body)
        text = self.receive(s)
        self.assertTrue(text.startswith("HTTP/1.1 200 "), text)
        self.assertIn('"ok":true', text)
        for bad, status in ((b"x" * 40000, 431), (b"no request\r\n\r\n", 400), (b"\r\n\r\n\r\n", 400),
                            (self.head("/api/check", "POST", "Content-Length: 5000000\r\n"), 413),
                            (self.head("/api/check", "POST", "Content-Length: -1\r\n"), 400),
                            (self.head("/api/check", "POST", "Transfer-Encoding: chunked\r\n"), 411)):
            self.assertTrue(answer(bad, end=False).startswith(f"HTTP/1.1 {status} "), bad[:60])
        self.assertEqual(self.ask("POST", "/api/check", "x" * (5 << 20), **self.auth())[0].status, 413)

    def test_two_hundred_at_once(self):
        """Browsers keep a connection open when they have their answer."""
        self.serve()
        connections, statuses, lock = [], [], threading.Lock()

        def one(i):
            c = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=60 if i % 20 else 100)
            try:
                c.request(*(("GET", "/api/runs") if i % 20 else ("POST", "/api/check", GOOD)),
                          headers=self.auth())
                status = c.getresponse().status
            except OSError as error:
                status = str(error)
            with lock:
                connections.append(c)
                statuses.append(status)
        threads = [threading.Thread(target=one, args=(i,)) for i in range(200)]
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        for c in connections:
            c.close()
        self.assertEqual(statuses, [200] * 200)

    def test_a_start_at_the_port_of_one_that_has_ended(self):
        process = self.serve()
        port = str(self.url.port)
        lingering = [self.connect() for _ in range(5)]
        for s in lingering:  # answered, and still open when the service ends
            s.sendall(self.head())
            self.assertTrue(s.recv(100))
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=30), 0)
        self.serve(port=port)
        self.assertLess(time.monotonic() - begin, 5)
        self.assertEqual(str(self.url.port), port)
        self.check(self.kasuri("serve", "other", "--port", port), LIMIT, "cannot listen at", "--port")


if __name__ == "__main__":
    main()
